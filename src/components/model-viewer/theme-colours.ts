import type { Rgb } from './paint-elements.ts'

/** The colours of the theme a picture is drawn with. */
export interface ThemeColours {
  selected: Rgb
  ghost: Rgb
  rest: Rgb
  chart: Rgb[]
  /** By the names options have. */
  named: Record<string, Rgb>
}

/** Reads them where an element stands: light or dark, and a workspace's own accent. */
export function themeColours(element: Element): ThemeColours {
  const style = getComputedStyle(element)
  const of = (name: string, otherwise: Rgb): Rgb => rgbOf(style.getPropertyValue(name)) ?? otherwise
  const grey: Rgb = [140, 148, 158]
  const names = {
    accent: '--accent',
    info: '--info',
    success: '--success',
    warning: '--warning',
    danger: '--danger',
  }
  return {
    selected: of('--accent', [31, 87, 168]),
    ghost: of('--text-disabled', grey),
    rest: of('--text-disabled', grey),
    chart: Array.from({ length: 8 }, (_, at) => of(`--chart-${at + 1}`, grey)),
    named: {
      neutral: of('--text-disabled', grey),
      ...Object.fromEntries(Object.entries(names).map(([key, name]) => [key, of(name, grey)])),
    },
  }
}

/** `#1f57a8` or `rgb(31 87 168)` as numbers; null for anything else. */
export function rgbOf(text: string): Rgb | null {
  const hex = /^\s*#([0-9a-f]{6})\s*$/i.exec(text)?.[1]
  if (hex !== undefined)
    return [parseInt(hex.slice(0, 2), 16), parseInt(hex.slice(2, 4), 16), parseInt(hex.slice(4), 16)]
  const [red, green, blue] = /^\s*rgb/.test(text) ? (text.match(/[\d.]+/g) ?? []).map(Number) : []
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue]
}
