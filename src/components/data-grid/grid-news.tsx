import { lazy, Suspense, type ComponentType } from 'react'
import { whenIdle } from '#ui/when-idle.ts'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import type { Grid, GridOthers } from './grid-context.ts'
import type { GridPresenceProps } from './grid-presence.tsx'

// Who else is here is nobody's first question.
const GridPresence = lazy(
  () =>
    new Promise<{ default: ComponentType<GridPresenceProps> }>((done, failed) =>
      whenIdle(() =>
        import('./grid-presence.tsx').then((module) => done({ default: module.GridPresence }), failed),
      ),
    ),
)

const FollowRecord = lazy(() =>
  import('./follow-record.tsx').then((module) => ({ default: module.FollowRecord })),
)

const AskAgain = lazy(() => import('./ask-again.tsx').then((module) => ({ default: module.AskAgain })))

interface GridNewsProps {
  grid: Grid
  view: ViewProps<typeof dataGrid>
  /** Who else is at the list, whenever that changes. */
  onOthers(others: GridOthers): void
}

/** What reaches a list from elsewhere while it is looked at: the record chosen beside it, newer rows, other people. */
export function GridNews({ grid, view: { props, emit }, onOthers }: GridNewsProps) {
  return (
    <Suspense>
      {props.current !== undefined && (
        <FollowRecord
          grid={grid}
          id={props.current}
          onMoved={(row) => void emit('current-changed', { id: row['id'], row })}
        />
      )}
      {props.every && <AskAgain model={grid.model.key} every={props.every} />}
      <GridPresence grid={grid} onChange={onOthers} />
    </Suspense>
  )
}
