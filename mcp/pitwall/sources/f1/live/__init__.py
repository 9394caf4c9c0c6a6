"""F1 live timing as the service speaks it today: SignalR Core over a websocket."""
