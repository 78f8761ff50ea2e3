import { useMemo, useState } from 'react'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useRoutes } from '#engine/routing/use-routes.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import { orderModels } from './model-order.ts'
import type { modelTiles } from './model-tiles.definition.ts'
import styles from './model-tiles.module.css'

/** Records of which the last ones say what a person works with. */
const lately = 50

/** A tile for each model, the ones that matter first; the rest opens in place. */
export function ModelTiles({ props, slot, pending }: ViewProps<typeof modelTiles>) {
  const { label, models, first, order, limit } = props
  const t = useTranslate()
  const api = useApi()
  const routes = useRoutes()
  const [all, setAll] = useState(false)
  const mine = useAnswer(
    ['mine', 'recent', lately],
    () => api.call('GET /api/mine', { search: { what: 'recent', size: lately } }),
    { enabled: order === 'used', keep: true },
  )
  const byScreens = order !== 'name'
  const ordered = useMemo(() => {
    const listed = (routes.data ?? [])
      .toSorted((a, b) => Number(b.nav) - Number(a.nav) || a.order - b.order)
      .flatMap(({ lists }) => (lists === undefined ? [] : [lists]))
    const worked = mine.data?.rows.map(({ model }) => model.key) ?? null
    return orderModels(models, first, { listed: byScreens ? listed : [], worked })
  }, [routes.data, mine.data, models, first, byScreens])
  // A tile that changed its place under the hand would be missed.
  const isKnown =
    (!byScreens || routes.data !== undefined || routes.error !== null) &&
    (order !== 'used' || mine.data !== undefined || mine.error !== null)
  const grid = { gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${props.min_width}px), 1fr))` }
  if (pending || !isKnown)
    return (
      <div className={styles.tiles} style={grid} aria-busy="true">
        {Array.from({ length: Math.min(limit, 12) }, (_, at) => (
          <Skeleton key={at} height={88} />
        ))}
      </div>
    )
  const shown = all ? ordered : ordered.slice(0, limit)
  return (
    <section aria-label={label} className={styles.part}>
      <div className={styles.tiles} style={grid}>
        {shown.map((item, index) => (
          <div key={item.key} className={styles.tile}>
            {slot('item', { item, index })}
          </div>
        ))}
      </div>
      {ordered.length > limit && (
        <Button
          variant="ghost"
          icon={all ? 'chevron-up' : 'chevron-down'}
          className={styles.more}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? t('Show fewer') : t('Show all {{count}}', { count: ordered.length })}
        </Button>
      )}
    </section>
  )
}
