/**
 * The texts that names make of what is typed: in a list and in a formula each takes the place of the last word, and what
 * stands before that stays.
 */
export function suggestedTexts(
  typed: string,
  names: readonly string[],
  of: 'all' | 'list' | 'formula',
): string[] {
  if (of === 'all') return [...names]
  const [last = ''] = (of === 'list' ? /[^,;]*$/ : /[\p{L}_][\p{L}\d_]*$/u).exec(typed) ?? []
  const before = typed.slice(0, typed.length - last.trimStart().length)
  const taken = of === 'list' ? before.split(/[\s,;]+/) : []
  return names.filter((name) => !taken.includes(name)).map((name) => before + name)
}
