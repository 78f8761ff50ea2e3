/** The address a name suggests: `Müller & Söhne GmbH` → `mueller-soehne-gmbh`. */
export const addressFrom = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')

/** What is wrong with an address, as a translation key; null when it can be asked for (V-06). Whether it is free only the server knows. */
export function addressProblem(address: string): string | null {
  if (address.length < 2) return 'Use at least two characters.'
  if (!/^[a-z0-9-]+$/.test(address)) return 'Use letters, digits and hyphens.'
  return /^-|-$/.test(address) ? 'Begin and end with a letter or a digit.' : null
}
