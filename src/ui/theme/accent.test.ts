// @vitest-environment jsdom
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accentGrounds, applyAccent, deriveAccent } from './accent.ts'
import { contrast } from './colour.ts'

const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('keeps the contrast it promises for every colour a tenant can choose', () => {
  const corners = ['#000000', '#ffffff', '#ffe600', '#00ff00', '#0000ff', '#ff0000', '#808080']
  fc.assert(
    fc.property(hex, fc.constantFrom('light' as const, 'dark' as const), (colour, theme) => {
      const tokens = deriveAccent(colour, theme)
      const { control, text } = accentGrounds[theme]
      expect(contrast(tokens['accent-contrast'], tokens.accent)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(tokens['accent-contrast'], tokens['accent-strong'])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(tokens.accent, control)).toBeGreaterThanOrEqual(3)
      for (const ground of [control, text, tokens['accent-soft']]) {
        expect(contrast(tokens['accent-text'], ground)).toBeGreaterThanOrEqual(4.5)
      }
    }),
    {
      examples: corners
        .flatMap((colour) => [[colour, 'light'] as const, [colour, 'dark'] as const])
        .map(([a, b]) => [a, b]),
    },
  )
})

it('sets both themes at once and takes everything back', () => {
  const root = document.createElement('div')
  applyAccent('#a03020', root)
  expect(root.style.getPropertyValue('--tenant-light-accent')).toMatch(/^#/)
  expect(root.style.getPropertyValue('--tenant-dark-accent-text')).toMatch(/^#/)
  applyAccent(null, root)
  expect(root.style.length).toBe(0)
})

it('lets no text through that is no colour', () => {
  const root = document.createElement('div')
  applyAccent('red; background: url(//evil)', root)
  expect(root.style.length).toBe(0)
})
