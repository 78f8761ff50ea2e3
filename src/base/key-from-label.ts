/** A key for a name: `'Größe (m²)'` → `'groesse_m2'`; never one that is taken, nor longer than `longest`. */
export function keyFromLabel(label: string, taken: ReadonlySet<string>, longest = 60): string {
  const plain = label
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    // Room for a number behind it.
    .slice(0, longest - 4)
  const base = /^[a-z]/.test(plain) ? plain : plain === '' ? 'field' : `f_${plain}`
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`
    if (!taken.has(key)) return key
  }
}
