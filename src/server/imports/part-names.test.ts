import { describe, expect, it } from 'vitest'
import { namesIn, partNames } from './part-names.ts'

describe('names of a cell', () => {
  const known = new Set(['Holz; Maier', 'Kies', 'Holz'])
  const part = (text: string): string[] => partNames(text, (name) => known.has(name))

  it('are parted at semicolons and bars', () => {
    expect(part('Kies;Holz | Sand')).toEqual(['Kies', 'Holz', 'Sand'])
    expect(part('Kies;')).toEqual(['Kies'])
  })

  it('but not at one that belongs to a name', () => {
    expect(part('Kies; Holz; Maier')).toEqual(['Kies', 'Holz; Maier'])
    expect(part('Holz; Maier')).toEqual(['Holz; Maier'])
    expect(part('Holz; Huber')).toEqual(['Holz', 'Huber'])
  })

  it('are asked for in every way they may be meant', () => {
    expect(namesIn('a; b|c')).toEqual(['a', 'a; b', 'a; b|c', 'b', 'b|c', 'c'])
  })

  // By a pattern that tries anew from each space this took longer than a test may.
  it('are parted in a cell full of spaces, too', () => {
    expect(part(`Kies${' '.repeat(200_000)}Sand`)).toEqual([`Kies${' '.repeat(200_000)}Sand`])
    expect(part('Kies  ;  Sand')).toEqual(['Kies', 'Sand'])
  })
})
