type Attributes = Readonly<Record<string, unknown>>

/** A text of a free map; null where there is none. */
export const textOf = (attributes: Attributes, key: string): string | null => {
  const value = Object.hasOwn(attributes, key) ? attributes[key] : null
  return typeof value === 'string' && value !== '' ? value : null
}

/** The chosen options of a list. */
export const listOf = (attributes: Attributes, key: string): string[] => {
  const value = Object.hasOwn(attributes, key) ? attributes[key] : null
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
