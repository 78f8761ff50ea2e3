/** One of six quiet hues, always the same for a name. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 6007
  return sum % 6
}

const inks = ['accent-text', 'success-text', 'warning-text', 'info-text', 'text-quiet', 'danger-text']

/** The colour of somebody's avatar as a line: what marks the place where they are. */
export const inkOf = (name: string): string => `var(--${inks[hueOf(name)] ?? 'text-quiet'})`
