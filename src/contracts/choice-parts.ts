/**
 * The choices that a cell of a file names, where it may name several.
 * @example choiceParts('wood; steel') // ['wood', 'steel']
 */
export const choiceParts = (text: string): string[] => text.split(/\s*[;|\n]\s*/).filter(Boolean)
