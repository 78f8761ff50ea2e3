import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onConflict, openConflict, type OpenConflict } from '#engine/data/conflicts.ts'
import { useModel } from '#engine/data/use-model.ts'

const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }))

/** Draws the choice between two people's values wherever a write met one. One, at the root of the application. */
export function ConflictHost() {
  const open = useSyncExternalStore(onConflict, openConflict)
  return open ? <Waiting open={open} /> : null
}

function Waiting({ open: { model, conflicts, answer } }: { open: OpenConflict }) {
  const { data } = useModel(model)
  return (
    <Suspense>
      <ConflictDialog
        conflicts={conflicts}
        fields={new Map(data?.fields.map((field) => [field.key, field]))}
        onTake={answer}
        onClose={() => answer(null)}
      />
    </Suspense>
  )
}
