import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { accentGrounds, DEFAULT_ACCENT, deriveAccent, type ThemeName } from './accent.ts'
import { contrast } from './colour.ts'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** The colours of one theme: `--name` → `#rrggbb` or `#rrggbbaa`, with the tenant's fallback resolved. */
function coloursOf(theme: ThemeName): Map<string, string> {
  const selector = theme === 'light' ? ':root {' : "[data-theme='dark'] {"
  const block = css.slice(css.indexOf(selector), css.indexOf('\n}', css.indexOf(selector)))
  const found = block.matchAll(/--([\w-]+): (?:var\(--tenant-[\w-]+, )?(#[0-9a-f]{6,8})\)?;/g)
  return new Map([...found].map((match) => [must(match[1]), must(match[2])]))
}

/** A translucent colour laid over an opaque one. */
function over(top: string, ground: string): string {
  const alpha = top.length === 9 ? Number.parseInt(top.slice(7), 16) / 255 : 1
  const part = (at: number): string => {
    const [a, b] = [top, ground].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round(must(a) * alpha + must(b) * (1 - alpha))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(1)}${part(3)}${part(5)}`
}

const faces = ['board', 'paper', 'raised', 'sunken']
const tones = ['success', 'warning', 'danger', 'info']

describe.each(['light', 'dark'] as const)('[U-07] the %s theme', (theme) => {
  const colours = coloursOf(theme)
  const colour = (name: string): string => must(colours.get(name), `--${name} is missing`)
  const grounds = faces.flatMap((face) => [
    [face, colour(face)] as const,
    [`${face} under the pointer`, over(colour('pressed'), colour(face))] as const,
  ])

  it.each([
    'text',
    'text-quiet',
    'text-faint',
    'accent-text',
    'danger-text',
    'success-text',
    'warning-text',
    'info-text',
  ])('--%s reads on every face', (text) => {
    for (const [face, ground] of grounds) {
      // Pressed sunken is a segment being pressed; no coloured text stands there.
      if (face === 'sunken under the pointer' && text !== 'text' && text !== 'text-quiet') continue
      expect(contrast(colour(text), ground), `${text} on ${face}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(tones)('--%s-text and plain text read on their own tint', (tone) => {
    for (const text of [`${tone}-text`, 'text', 'text-quiet']) {
      expect(contrast(colour(text), colour(`${tone}-soft`)), text).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each([
    ['accent-contrast', 'accent'],
    ['accent-contrast', 'accent-strong'],
    ['danger-contrast', 'danger-fill'],
    ['danger-contrast', 'danger-fill-strong'],
    ['accent-text', 'accent-soft'],
  ])('--%s reads on --%s', (text, fill) => {
    expect(contrast(colour(text), colour(fill))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['control-line', 'focus', 'accent', 'danger-fill', ...tones])(
    '--%s shows as the edge of a control',
    (edge) => {
      for (const face of ['board', 'paper', 'raised']) {
        expect(contrast(colour(edge), colour(face)), `on ${face}`).toBeGreaterThanOrEqual(3)
      }
    },
  )

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('--chart-%i shows on paper', (series) => {
    expect(contrast(colour(`chart-${series}`), colour('paper'))).toBeGreaterThanOrEqual(3)
  })

  it('has the accent that deriveAccent makes, against the faces deriveAccent knows', () => {
    for (const [token, value] of Object.entries(deriveAccent(DEFAULT_ACCENT, theme)))
      expect(colour(token)).toBe(value)
    expect(colour('raised')).toBe(accentGrounds[theme].control)
    expect(colour('sunken')).toBe(accentGrounds[theme].text)
  })
})

it('[U-07] both themes define the same colours', () => {
  expect([...coloursOf('dark').keys()].toSorted()).toEqual([...coloursOf('light').keys()].toSorted())
  expect(coloursOf('light').size).toBeGreaterThan(45)
})
