/** What of a reading goes on, in this order. */
export type ReadStage = 'reading' | 'elements' | 'picture' | 'comparing'

// About how long each takes of a large file.
const weights: Readonly<Record<ReadStage, number>> = { reading: 15, elements: 70, picture: 5, comparing: 10 }
// The rest is the end itself: who reads 100 % finds the version ready.
const mostOnTheWay = 99

/**
 * How far a reading is, in the words and per cent that a person sees. It never goes back: not where a stage is through
 * before its turn, and not where another process begins anew after the last portion.
 *
 *     new ReadProgress(['reading', 'elements']).now() // { stage: 'reading', progress: 0 }
 */
export class ReadProgress {
  readonly #stages: readonly ReadStage[]
  readonly #through = new Set<ReadStage>()
  #reached: number

  constructor(stages: readonly ReadStage[], { reached = 0 }: { reached?: number } = {}) {
    this.#stages = stages
    this.#reached = Math.min(reached, mostOnTheWay)
  }

  /** Nothing of this stage is left. The picture of a very large file is made before the lines are read. */
  end(stage: ReadStage): void {
    this.#through.add(stage)
  }

  /** What a version says while this share of the stage that goes on is done. */
  now(share = 0): { stage: ReadStage | null; progress: number } {
    const stage = this.#stages.find((one) => !this.#through.has(one)) ?? null
    const all = this.#stages.reduce((sum, one) => sum + weights[one], 0)
    const through = this.#stages.reduce((sum, one) => sum + (this.#through.has(one) ? weights[one] : 0), 0)
    const done = (through + (stage ? weights[stage] * share : 0)) / all
    this.#reached = Math.max(this.#reached, Math.floor(mostOnTheWay * done))
    return { stage: stage ?? this.#stages.at(-1) ?? null, progress: this.#reached }
  }
}
