"""The invented people and teams of the simulated races."""

from __future__ import annotations

from random import Random

from pitwall.events import Driver

NAMES = (
    ("MUL", "Jonas Müller"),
    ("PEN", "Lucía Peña"),
    ("OKA", "Chidi Okafor"),
    ("LIN", "Elsa Lindqvist"),
    ("TAK", "Haruto Takeda"),
    ("MOR", "Baptiste Moreau"),
    ("KOW", "Zofia Kowalczyk"),
    ("HAD", "Karim Haddad"),
    ("FER", "Tiago Ferraz"),
    ("OBR", "Niamh O'Brannigan"),
    ("CAS", "Mateo Castellanos"),
    ("SAN", "Arjun Sandhu"),
    ("VDB", "Pieter van den Broek"),
    ("ROS", "Chiara Rossetti"),
    ("NOV", "Tomáš Novotný"),
    ("KIM", "Kim Seo-yeon"),
    ("HAL", "Owen Hallworth"),
    ("DUM", "Sandrine Dumoulin"),
    ("ERD", "Emre Erdoğmuş"),
    ("WIR", "Putri Wirawan"),
    ("BJO", "Sindre Bjørkli"),
    ("MBA", "Thabo Mbatha"),
    ("CHE", "Chen Yifan"),
    ("SIL", "Rafaela Silvestre"),
    ("KAR", "Aleksi Karhunen"),
    ("NGU", "Nguyễn Minh Châu"),
    ("GAL", "Ruairí Gallagher"),
    ("SCH", "Annika Schönfeld"),
    ("IBA", "Íñigo Ibarrondo"),
    ("PAP", "Eleni Papadakou"),
    ("RAH", "Tareq Rahimi"),
    ("JOV", "Milica Jovašević"),
    ("BRA", "Callum Braithwaite"),
    ("ADE", "Folake Adeyinka"),
    ("HOR", "Bence Horváthy"),
    ("ITO", "Sakura Itoyama"),
    ("LEF", "Étienne Lefèvre"),
    ("QUI", "Ximena Quiroga"),
    ("DAL", "Freja Dalsgaard"),
    ("TUI", "Sione Tuilagi"),
    ("BAR", "Lorenzo Barbieri"),
    ("POP", "Andreea Popovici"),
    ("KAP", "Rohan Kapadia"),
    ("WEB", "Lukas Weberling"),
    ("ALM", "Inês Almeida"),
    ("SUZ", "Kenji Suzumura"),
    ("VAS", "Dimitar Vasilev"),
    ("HAR", "Georgina Hartwell"),
    ("DIA", "Mamadou Diarra"),
    ("LAM", "Lam Ka-ming"),
    ("GRA", "Ívar Granquist"),
    ("ZAM", "Valentina Zamorano"),
    ("OZK", "Defne Özkaya"),
    ("MCL", "Fergus McLeish"),
    ("REY", "Andrés Reyes"),
    ("TAM", "Kadri Tamme"),
    ("BEK", "Aisha Bekova"),
    ("JAN", "Wouter Janssens"),
    ("NAK", "Yui Nakahara"),
    ("CRU", "Paolo Cruzado"),
    ("WAN", "Wanjiru Kamau"),
    ("STE", "Ragnar Steinsson"),
    ("LOP", "Joana Lopes"),
    ("FIT", "Dashiell Fitzroy"),
)

TEAMS = (
    *("Aurelia", "Blackthorn", "Cobalt Works", "Drumlin", "Estrela", "Falkenberg", "Granite", "Halcyon"),
    *("Ironbridge", "Juniper", "Kitsune", "Larkspur", "Meridian", "Northlight", "Obsidian", "Palisade"),
    *("Quicksilver", "Redwater", "Sirocco", "Tamarack", "Umbra", "Vantage Point", "Whitecap", "Xenon"),
    *("Yellowhammer", "Zephyr", "Amberfield", "Boreal", "Cinder", "Dovetail", "Eastmark", "Foxglove"),
)


def draw_entries(rng: Random, cars: int) -> list[Driver]:
    """The entry list, at most 64 cars: two to a team, fastest team first, each car with its own number."""
    people = rng.sample(NAMES, cars)
    teams = rng.sample(TEAMS, (cars + 1) // 2)
    numbers = rng.sample(range(1, 100), cars)
    return [
        Driver(car=str(number), code=code, name=name, team=f"{teams[place // 2]} Racing")
        for place, ((code, name), number) in enumerate(zip(people, numbers, strict=True))
    ]
