/** A colour in OKLCH: `l` 0–1, `c` chroma about 0–0.37, `h` hue in radians. */
export interface Oklch {
  l: number
  c: number
  h: number
}

type Rgb = [red: number, green: number, blue: number]

const hexPattern = /^#[0-9a-f]{6}$/i

/** Whether a text is a colour we can derive from: `#rrggbb`. */
export const isHexColour = (text: string): boolean => hexPattern.test(text)

/** WCAG contrast ratio (1–21) of two `#rrggbb` colours. */
export function contrast(first: string, second: string): number {
  const a = luminance(first)
  const b = luminance(second)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** `#rrggbb` → OKLCH, where equal steps of lightness look equal. */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = linear(hex)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const x = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const y = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(x, y), h: Math.atan2(y, x) }
}

/** OKLCH → `#rrggbb`; a colour no screen can show loses chroma, never lightness or hue. */
export function fromOklch({ l, c, h }: Oklch): string {
  for (let chroma = c; chroma > 0; chroma -= 0.004) {
    const rgb = oklchToRgb({ l, c: chroma, h })
    if (rgb.every((part) => part >= -0.0005 && part <= 1.0005)) return toHex(rgb)
  }
  return toHex(oklchToRgb({ l, c: 0, h }))
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function linear(hex: string): Rgb {
  const part = (from: number): number => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

function oklchToRgb({ l, c, h }: Oklch): Rgb {
  const x = c * Math.cos(h)
  const y = c * Math.sin(h)
  const long = (l + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const medium = (l - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const short = (l - 0.0894841775 * x - 1.291485548 * y) ** 3
  const companded = (value: number): number =>
    value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return [
    companded(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    companded(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    companded(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

function toHex(rgb: Rgb): string {
  const part = (value: number): string =>
    Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${rgb.map(part).join('')}`
}
