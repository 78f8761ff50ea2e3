import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { badgeLook, isTone } from '#components/field/draw-cells.tsx'

const shipped = ['src/features', 'fixtures/demo'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}/${name}`),
)
const coloursIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/"color": "([^"]+)"/g)].map(([, color]) => color ?? '')

describe('the colours of choices', () => {
  it.each(shipped.filter((file) => coloursIn(file).length > 0))(
    '%s names only those that are drawn',
    (file) => {
      expect(
        coloursIn(file).filter((color) => !isTone(color) && badgeLook(color).colour === undefined),
      ).toEqual([])
    },
  )
})
