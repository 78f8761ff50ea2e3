import { contrast, fromOklch, isHexColour, toOklch, type Oklch } from './colour.ts'

export type ThemeName = 'light' | 'dark'

/** The accent tokens of one theme; each key is the CSS variable `--<key>`. */
export interface AccentTokens {
  accent: string
  'accent-strong': string
  'accent-contrast': string
  'accent-soft': string
  'accent-line': string
  'accent-text': string
}

/** Blueprint blue. */
export const DEFAULT_ACCENT = '#1f57a8'

// The faces the accent meets, the hardest one for a control's edge and for text. The token test keeps them equal to
// --raised and --sunken.
export const accentGrounds = {
  light: { control: '#ffffff', text: '#eef0f3' },
  dark: { control: '#1e2329', text: '#262c34' },
} as const

/**
 * Turns one `#rrggbb` into the accent tokens of a theme. Whatever the colour, text on the accent and accent text
 * on our faces reach 4.5, the accent as a control reaches 3. Hue is kept, lightness moves as far as it must.
 */
export function deriveAccent(colour: string, theme: ThemeName): AccentTokens {
  const base = toOklch(colour)
  return theme === 'light' ? lightAccent(base) : darkAccent(base)
}

/** Sets a tenant's accent for both themes; null, or a text that is no `#rrggbb`, goes back to the stock accent. */
export function applyAccent(colour: string | null, root: HTMLElement = document.documentElement): void {
  const valid = colour !== null && isHexColour(colour)
  for (const theme of ['light', 'dark'] as const) {
    const tokens = deriveAccent(valid ? colour : DEFAULT_ACCENT, theme)
    for (const [token, value] of Object.entries(tokens)) {
      if (valid) root.style.setProperty(`--tenant-${theme}-${token}`, value)
      else root.style.removeProperty(`--tenant-${theme}-${token}`)
    }
  }
}

function lightAccent(base: Oklch): AccentTokens {
  const { text: ground } = accentGrounds.light
  const soft = fromOklch({ ...base, l: 0.955, c: Math.min(base.c, 0.024) })
  const fill = shift(base, -1, (hex) => contrast(hex, '#ffffff') >= 4.6 && contrast(hex, ground) >= 3)
  const text = shift(toOklch(fill), -1, (hex) => contrast(hex, ground) >= 4.6 && contrast(hex, soft) >= 4.6)
  return {
    accent: fill,
    'accent-strong': darker(fill, 0.06),
    'accent-contrast': '#ffffff',
    'accent-soft': soft,
    'accent-line': fromOklch({ ...base, l: 0.85, c: Math.min(base.c, 0.07) }),
    'accent-text': text,
  }
}

function darkAccent(base: Oklch): AccentTokens {
  const { control, text: textGround } = accentGrounds.dark
  const soft = fromOklch({ ...base, l: 0.29, c: Math.min(base.c, 0.06) })
  const readable = (hex: string): boolean => contrast(hex, '#ffffff') >= 4.52
  // A window of lightness exists where white text reads on the fill and the fill shows on the dark sheet.
  const risen = shift(base, 1, (hex) => contrast(hex, control) >= 3.1)
  const fill = shift(toOklch(risen), -1, readable)
  const text = shift({ ...base, l: Math.max(base.l, 0.76), c: Math.min(base.c, 0.12) }, 1, (hex) =>
    [textGround, soft].every((ground) => contrast(hex, ground) >= 4.6),
  )
  return {
    accent: fill,
    'accent-strong': darker(fill, 0.05),
    'accent-contrast': '#ffffff',
    'accent-soft': soft,
    'accent-line': fromOklch({ ...base, l: 0.42, c: Math.min(base.c, 0.08) }),
    'accent-text': text,
  }
}

/** Moves lightness in small steps until the colour passes; white and black end the walk. */
function shift(base: Oklch, direction: 1 | -1, passes: (hex: string) => boolean): string {
  const end = direction === 1 ? 1 : 0
  for (let l = base.l; Math.abs(end - l) > 0.004; l += direction * 0.004) {
    const hex = fromOklch({ ...base, l })
    if (passes(hex)) return hex
  }
  return fromOklch({ ...base, l: end })
}

function darker(hex: string, by: number): string {
  const colour = toOklch(hex)
  return fromOklch({ ...colour, l: Math.max(0, colour.l - by) })
}
