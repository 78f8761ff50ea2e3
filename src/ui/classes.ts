/** Joins class names, leaving out what is not there: `classes('a', wide && 'b')` → `'a b'`. */
export const classes = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
