import { Fragment, useEffect, useState } from 'react'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useRefreshModel } from '#engine/data/use-refresh-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { SaveBar } from '../design/save-bar.tsx'
import { LeaveGuard } from '../form/leave-guard.tsx'
import type { ViewProps } from '../view-props.ts'
import { fieldProblems } from './field-draft.ts'
import { SchemaEditor } from './schema-editor.tsx'
import type { schemaDesigner } from './schema-designer.definition.ts'
import { lineOf, saveSchema, toSchemaDraft, type SchemaDraft, type Stored } from './schema-source.ts'
import { StoredSchema } from './stored-schema.tsx'

/** The fields of a model or archetype. Saving releases at once; until then nothing is changed. */
export function SchemaDesigner({ props: { kind, id }, emit, expose }: ViewProps<typeof schemaDesigner>) {
  const t = useTranslate()
  if (!id) return <EmptyState compact icon="pencil-ruler" title={t('Choose what to design')} />
  return (
    <StoredSchema kind={kind} id={id}>
      {(stored, refetch) => (
        <Designer
          key={`${kind} ${id}`}
          stored={stored}
          onSaved={() => (refetch(), void emit('saved'))}
          onDirty={(dirty) => expose('dirty', dirty)}
        />
      )}
    </StoredSchema>
  )
}

function Designer({
  stored,
  onSaved,
  onDirty,
}: {
  stored: Stored
  onSaved: () => void
  onDirty: (dirty: boolean) => void
}) {
  const t = useTranslate()
  const api = useApi()
  const refresh = useRefreshModel()
  const [base, setBase] = useState(() => ({ of: stored, draft: toSchemaDraft(stored) }))
  const [draft, setDraft] = useState<SchemaDraft>(base.draft)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [working, setWorking] = useState(false)
  // What names the fields that would go.
  const [named, setNamed] = useState<readonly string[]>([])
  const changes = countChanges(base.draft, draft)
  // Released anew, by this or another person: show it, unless something is being changed here.
  if (base.of !== stored && changes === 0) {
    const next = toSchemaDraft(stored)
    setBase({ of: stored, draft: next })
    setDraft(next)
  }
  const dirty = changes > 0
  useEffect(() => onDirty(dirty), [onDirty, dirty])
  const problems = new Map([...fieldProblems(draft.groups)].map(([id, text]) => [id, t(text)]))
  for (const [id, text] of refused) problems.set(id, text)

  const save = async (drops = false): Promise<void> => {
    if (problems.size > refused.size)
      return void toast.error(t('Some fields are not complete'), {
        description: t('They are marked in the list.'),
      })
    setWorking(true)
    setRefused(new Map())
    try {
      const saved = await saveSchema(api, base.of, draft, drops)
      toast.success(t('Fields saved and released'))
      setBase({ of: saved, draft })
      await refresh(stored.kind === 'model' ? 'sys_model' : 'sys_archetype')
      onSaved()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'in_use')
        return setNamed(problemsOf(error).map(({ message }) => message))
      const found = problemsOf(error).flatMap(({ path, message }) => {
        const line = lineOf(path, draft)
        return line ? [[line, message] as const] : []
      })
      setRefused(new Map(found))
      // What is about another model has no line here: its formula would no longer work, say.
      const elsewhere = problemsOf(error).find(({ path }) => !lineOf(path, draft))
      if (elsewhere) toast.error(t('Nothing was saved'), { description: elsewhere.message })
      else reportFailure(error)
    } finally {
      setWorking(false)
    }
  }
  return (
    <>
      <LeaveGuard when={dirty && !working} />
      <SchemaEditor stored={stored} draft={draft} problems={problems} onChange={setDraft} />
      <SaveBar
        changes={changes}
        working={working}
        onSave={() => void save()}
        onDiscard={() => {
          setDraft(base.draft)
          setRefused(new Map())
        }}
      />
      <ConfirmDialog
        open={named.length > 0}
        onOpenChange={() => setNamed([])}
        title={t('Remove fields that are still named?')}
        text={
          <>
            {t('Where they are named, an error is shown until that is changed, too.')}
            {named.map((message) => (
              <Fragment key={message}>
                <br />
                {message}
              </Fragment>
            ))}
          </>
        }
        confirmLabel={t('Remove fields')}
        onConfirm={() => save(true)}
      />
    </>
  )
}

/** How many fields were added, removed, changed or moved; settings of the whole count one. */
function countChanges(before: SchemaDraft, after: SchemaDraft): number {
  if (before === after) return 0
  const flat = (draft: SchemaDraft) =>
    draft.groups.flatMap(({ key, fields }) => fields.map((one) => ({ ...one, group: key })))
  const [old, now] = [flat(before), flat(after)]
  const known = new Map(old.map((one) => [one.id, JSON.stringify([one.group, one.field])]))
  const changed = now.filter((one) => known.get(one.id) !== JSON.stringify([one.group, one.field])).length
  const removed = old.filter((one) => !now.some(({ id }) => id === one.id)).length
  const moved = changed + removed === 0 && now.some((one, at) => one.id !== old[at]?.id) ? 1 : 0
  const heads = (draft: SchemaDraft): string =>
    JSON.stringify([
      draft.strict,
      draft.title_field,
      draft.singular,
      draft.unique_together,
      draft.groups.map(({ key, label, description }) => [key, label, description]),
    ])
  return changed + removed + moved + (heads(before) === heads(after) ? 0 : 1)
}
