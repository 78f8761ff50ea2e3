import type { QueryClient } from '@tanstack/react-query'
import type { UndoOutcome, UndoRefusal, UndoStep } from '#contracts/api/undo.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { invalidateModel } from './invalidate-model.ts'
import { isNotLive } from './not-live.ts'
import { reportFailure } from './report-failure.ts'
import { butFor } from './translate-model.ts'

/**
 * Takes back what this person did last (`undo`), or does it again (`redo`), and says in toasts what came of it. `step` is
 * the request that did it, for one certain thing; without it the last one is meant.
 */
export async function takeStep(
  api: ApiClient,
  client: QueryClient,
  direction: 'undo' | 'redo',
  step?: string,
): Promise<void> {
  if (isNotLive().active) return
  try {
    const outcome =
      direction === 'undo'
        ? await api.call('POST /api/undo', { body: { step } })
        : await api.call('POST /api/redo', { body: { step } })
    await Promise.all(outcome.models.map((model) => invalidateModel(client, model)))
    report(
      outcome,
      direction,
      () => void takeStep(api, client, direction === 'undo' ? 'redo' : 'undo', outcome.step.id),
    )
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found')
      toast.info(direction === 'undo' ? t('There is nothing to undo') : t('There is nothing to redo'))
    else reportFailure(error)
  }
}

// Which toast told of a step last; until it was taken back that is the one named like the step itself.
const told = new Map<string, string>()

function report({ step, applied, refused }: UndoOutcome, direction: 'undo' | 'redo', back: () => void): void {
  const description = sentenceOf(step)
  // What it offers is done: a second press would say that there is nothing to undo.
  toast.dismiss(told.get(step.id) ?? step.id)
  if (applied > 0) {
    const shown = toast.success(direction === 'undo' ? t('Undone') : t('Done again'), {
      description,
      action: { label: direction === 'undo' ? t('Redo') : t('Undo'), onClick: back },
    })
    told.set(step.id, shown)
  }
  if (refused.length === 0) return
  const [first] = refused
  toast.warning(
    refused.length === 1
      ? t('One value stays as it is')
      : t('{{count}} values stay as they are', { count: refused.length }),
    { description: first ? reasonOf(first) : description },
  )
}

/** What a step did, as a sentence: `Changed Status of “Beam 12”`. */
export function sentenceOf({ kind, title, count, model, fields, own_words }: UndoStep): string {
  const words = butFor(own_words, t)
  const record = title === null ? (model ? words(model.label) : t('one record')) : t('“{{title}}”', { title })
  const what =
    count === 1 || kind === 'imported'
      ? record
      : t('{{count}} × {{model}}', { count, model: model ? words(model.label) : t('records') })
  if (kind === 'created') return t('Created {{what}}', { what })
  if (kind === 'deleted') return t('Deleted {{what}}', { what })
  if (kind === 'restored') return t('Brought back {{what}}', { what })
  if (kind === 'imported') return t('Imported {{what}}', { what })
  return fields.length > 0 && fields.length <= 3
    ? t('Changed {{fields}} of {{what}}', { fields: fields.map(words).join(', '), what })
    : t('Changed {{what}}', { what })
}

function reasonOf({ reason, label, title, theirs, own_words }: UndoRefusal): string {
  const what = [label && butFor(own_words, t)(label), title === null ? null : t('“{{title}}”', { title })]
    .filter((part) => part !== null)
    .join(' · ')
  const now = typeof theirs === 'string' || typeof theirs === 'number' ? `: ${theirs}` : ''
  if (reason === 'changed') return t('{{what}} was changed by somebody else since{{now}}', { what, now })
  if (reason === 'gone') return t('{{what}} is no longer there', { what })
  if (reason === 'forbidden') return t('{{what}}: your role may not change this', { what })
  if (reason === 'in_use') return t('{{what}} is in use', { what })
  return t('{{what}}: the earlier value is not valid any more', { what })
}
