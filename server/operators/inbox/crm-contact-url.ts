/** A contact in HighLevel's own application; null where the lead never got there. */
export function crmContactUrl({
  crm_location_id: location,
  crm_contact_id: contact,
}: {
  crm_location_id: string | null;
  crm_contact_id: string | null;
}): string | null {
  if (!location || !contact) return null;
  const [of, one] = [location, contact].map(encodeURIComponent);
  return `https://app.gohighlevel.com/v2/location/${of}/contacts/detail/${one}`;
}
