import { AppError, type ErrorDetail } from '#base/app-error.ts'

/** How a batch treats a bad item: stop everything, or leave it out and say so. */
export type OnRefused = 'throw' | 'collect'

/** What was wrong with the items of a batch, by their position. */
export type Refusals = Map<number, ErrorDetail[]>

const collectable = new Set(['invalid', 'not_unique', 'field_forbidden', 'forbidden'])

const isDetails = (value: unknown): value is ErrorDetail[] => Array.isArray(value)

/** Runs the step of one item; in `collect` mode a refusal that concerns only this item is noted and the answer is null. */
export function attempt<T>(index: number, refusals: Refusals, onRefused: OnRefused, step: () => T): T | null {
  try {
    return step()
  } catch (error) {
    if (onRefused === 'throw' || !(error instanceof AppError) || !collectable.has(error.code)) throw error
    const details = isDetails(error.details)
      ? error.details
      : [{ path: '', code: error.code, message: error.message }]
    refusals.set(index, [...(refusals.get(index) ?? []), ...details])
    return null
  }
}

/** Notes a refusal of one item, or throws it. */
export function refuse(
  index: number,
  refusals: Refusals,
  onRefused: OnRefused,
  code: string,
  message: string,
  details?: ErrorDetail[],
): void {
  attempt(index, refusals, onRefused, () => {
    throw new AppError(code, message, details ? { details } : {})
  })
}

const sharedCodes = ['forbidden', 'field_forbidden', 'not_unique'] as const

/**
 * One refusal for a whole batch, every bad item named by its place (`create.2`, `rows.7`); the code is the one all share,
 * else `invalid`. Nothing where nothing was refused.
 */
export function refuseAll(refused: Refusals, placeOf: (index: number) => string): void {
  if (refused.size === 0) return
  const details: ErrorDetail[] = [...refused].flatMap(([index, found]) =>
    found.map((detail) => ({
      ...detail,
      path: [placeOf(index), ...detail.path.split('.')].filter((piece) => piece !== '').join('.'),
    })),
  )
  const code =
    sharedCodes.find((candidate) => details.every((detail) => detail.code === candidate)) ?? 'invalid'
  throw new AppError(code, undefined, { details })
}
