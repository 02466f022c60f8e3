import type { VenueRegistration } from "@sevenfold/application/ports/venue-registration";
import type { VenueView } from "@sevenfold/contract/brokers";

export const presentVenue = (venue: VenueRegistration): VenueView => ({
  id: venue.id,
  name: venue.name,
  badge: venue.badge,
  says: venue.says,
  isRealMoney: venue.isRealMoney,
  ...venue.keys,
  needsAuthorisation: venue.letsIn === "by-user",
  hasPaperKeys: venue.builtIn !== undefined,
});
