// Names every JavaScript object inherits. They never resolve, even where data has a key of that name, so that no
// expression can reach a function or a prototype.
const inherited = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** Whether a key may never be read by an expression: `constructor`, `__proto__`, `toString` and their kin. */
export const isForbiddenKey = (key: string): boolean => inherited.has(key)
