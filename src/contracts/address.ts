/** The parts of an address, in the order people write them. All are texts and none is required. */
export const addressParts = ['street', 'extra', 'postal_code', 'city', 'region', 'country'] as const
export type AddressPart = (typeof addressParts)[number]
export type Address = Partial<Record<AddressPart, string>>

/** An address in one line, as it is searched, sorted and exported: `Hauptstr. 1, 10115 Berlin, DE`. */
export function addressLine(address: Address): string {
  const town = [address.postal_code, address.city].filter(Boolean).join(' ')
  return [address.street, address.extra, town, address.region, address.country].filter(Boolean).join(', ')
}

/** Whether a value is an address as it is stored. */
export const isAddress = (value: unknown): value is Address =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([part, text]) => (addressParts as readonly string[]).includes(part) && typeof text === 'string',
  )
