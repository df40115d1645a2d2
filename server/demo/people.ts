/** Names, addresses and tags of the demo company's world. */
export const firstNames = [
  "Lucía",
  "Mateo",
  "Sofía",
  "Santiago",
  "Valentina",
  "Benjamín",
  "Camila",
  "Tomás",
  "Martina",
  "Joaquín",
  "Emma",
  "Noah",
  "Olivia",
  "Liam",
  "Ava",
  "Ethan",
  "Mia",
  "Lucas",
  "Isla",
  "Henry",
  "Amara",
  "Yusuf",
  "Ingrid",
  "Hiroshi",
  "Priya",
  "Chidi",
  "Zoë",
  "Łukasz",
  "Nadia",
  "Björn",
] as const;

export const lastNames = [
  "Fernández",
  "Gómez",
  "Rodríguez",
  "Peralta",
  "Ibáñez",
  "Acosta",
  "Navarro",
  "Quiroga",
  "Benítez",
  "Luna",
  "Walker",
  "Bennett",
  "Hughes",
  "Carter",
  "Murphy",
  "Reid",
  "Sanders",
  "Foster",
  "Novak",
  "Lindqvist",
  "Okafor",
  "Haddad",
  "Tanaka",
  "Sharma",
  "Kowalski",
  "Moreau",
  "Schneider",
  "Rossi",
  "Costa",
  "Almeida",
] as const;

export const mailHosts = ["example.com", "example.org", "mail.example", "correo.example"] as const;

export const campaigns = [
  { utmSource: "google", utmMedium: "cpc", utmCampaign: "autumn-sale" },
  { utmSource: "instagram", utmMedium: "social", utmCampaign: "stories-november" },
  { utmSource: "newsletter", utmMedium: "email", utmCampaign: "weekly-12" },
  { utmSource: "", utmMedium: "", utmCampaign: "" },
  { utmSource: "", utmMedium: "", utmCampaign: "" },
] as const;

export const pages = ["/", "/pricing", "/bikes/city-one", "/bikes/gravel-x", "/service", "/stores/palermo"] as const;
export const devices = [
  "Desktop, Chrome",
  "Mobile, Safari",
  "Mobile, Chrome",
  "Desktop, Firefox",
  "Tablet, Safari",
] as const;

export const tags = [
  { name: "vip", color: "#7C3AED" },
  { name: "quote sent", color: "#0F766E" },
  { name: "test ride", color: "#B45309" },
  { name: "warranty", color: "#B91C1C" },
  { name: "wholesale", color: "#1D4ED8" },
] as const;

export const team = [
  { name: "Ana Torres", email: "ana@demo.parley.example", role: "supervisor" },
  { name: "Bruno Díaz", email: "bruno@demo.parley.example", role: "agent" },
  { name: "Carla Méndez", email: "carla@demo.parley.example", role: "agent" },
  { name: "Vera Stone", email: "vera@demo.parley.example", role: "viewer" },
] as const;
