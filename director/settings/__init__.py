"""Settings: what they are, how they are read, and what is allowed. Values are handed down from here."""

from director.settings.fields import LogLevel, Settings, SettingsError, environment_name
from director.settings.load import SETTINGS_FILE, load_settings
from director.settings.secret import Secret

__all__ = [
    "SETTINGS_FILE",
    "LogLevel",
    "Secret",
    "Settings",
    "SettingsError",
    "environment_name",
    "load_settings",
]
