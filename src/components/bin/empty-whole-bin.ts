import type { Bin, BinModel } from '#contracts/api/bin.ts'
import type { ApiClient } from '#engine/data/api-client.ts'
import { mostAtOnce } from './portions.ts'

interface Going {
  /** Asked before each portion: whether to stop. */
  stopped: () => boolean
  /** How many are gone so far. */
  onDone: (done: number) => void
}

/**
 * Removes for good what is in the bin of these models, portion by portion. What other deleted records are inside of goes
 * after those, in another round; what was deleted since it began stays. Answers how many are gone and how many stay.
 */
export async function emptyWholeBin(
  api: Pick<ApiClient, 'call'>,
  models: readonly BinModel[],
  { stopped, onDone }: Going,
): Promise<{ done: number; kept: number }> {
  const newest = new Map<string, string>()
  let done = 0
  const emptyOne = async (model: string): Promise<number> => {
    let kept = 0
    let after: string | null = null
    do {
      const found: Bin = await api.call('GET /api/bin', {
        search: { model, size: mostAtOnce, ...(after !== null && { after }) },
      })
      const until = newest.get(model) ?? found.rows[0]?.deleted_at ?? ''
      newest.set(model, until)
      const ids = found.rows.flatMap((row) => (row.deleted_at <= until ? row.id : []))
      if (ids.length > 0 && !stopped()) {
        const answer = await api.call('POST /api/bin/purge', { body: { model, ids } })
        done += answer.purged.length
        kept += answer.kept.length
        onDone(done)
      }
      after = found.page.after
    } while (after !== null && !stopped())
    return kept
  }
  let left = models.map(({ key }) => key)
  let kept = 0
  while (left.length > 0 && !stopped()) {
    const before = done
    const again: string[] = []
    kept = 0
    for (const key of left) {
      const stay = await emptyOne(key)
      kept += stay
      if (stay > 0) again.push(key)
    }
    left = done > before ? again : []
  }
  return { done, kept }
}
