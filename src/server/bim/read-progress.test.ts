import { describe, expect, it } from 'vitest'
import { ReadProgress, type ReadStage } from './read-progress.ts'

const all: ReadStage[] = ['reading', 'elements', 'picture', 'comparing']

describe('how far a reading is', () => {
  it('goes on through its stages and stays below a hundred until the end', () => {
    const progress = new ReadProgress(all)
    const said = [progress.now()]
    progress.end('reading')
    said.push(progress.now(), progress.now(0.5))
    for (const stage of ['elements', 'picture', 'comparing'] as const) {
      progress.end(stage)
      said.push(progress.now())
    }
    expect(said.map(({ stage, progress: reached }) => [stage, reached])).toEqual([
      ['reading', 0],
      ['elements', 14],
      ['elements', 49],
      ['picture', 84],
      ['comparing', 89],
      ['comparing', 99],
    ])
  })

  it('passes over what was through before its turn, and does not go back for it', () => {
    const progress = new ReadProgress(all)
    progress.end('picture')
    expect(progress.now()).toEqual({ stage: 'reading', progress: 4 })
    progress.end('reading')
    progress.end('elements')
    expect(progress.now()).toEqual({ stage: 'comparing', progress: 89 })
  })

  it('gives the way to the stages that there are', () => {
    const progress = new ReadProgress(['reading', 'elements'])
    progress.end('reading')
    progress.end('elements')
    expect(progress.now()).toEqual({ stage: 'elements', progress: 99 })
  })

  it('does not go back where another process begins anew', () => {
    const progress = new ReadProgress(['reading', 'elements'], { reached: 60 })
    expect(progress.now()).toEqual({ stage: 'reading', progress: 60 })
    progress.end('reading')
    expect(progress.now(0.1).progress).toBe(60)
    expect(progress.now(0.9).progress).toBeGreaterThan(60)
  })
})
