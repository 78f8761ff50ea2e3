/** A text as a sentence or a head begins: `capital('recipe version')` → `'Recipe version'`. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
