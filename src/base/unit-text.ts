/** A unit as it is printed, whatever it is stored as: `unitText('100 m2')` → `'100 m²'`, `'EUR/m3'` → `'EUR/m³'`, `'h'` → `'h'`. */
export const unitText = (unit: string): string =>
  unit.replace(
    /(?<=^|[ /])([kcdm]?m|ft|yd|in)([23])(?![^ /])/g,
    (_unit, length: string, power: string) => length + (power === '2' ? '²' : '³'),
  )
