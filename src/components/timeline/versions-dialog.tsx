import { useState } from 'react'
import type { Json } from '#base/json.ts'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { EventView } from '#contracts/object.ts'
import type { Row } from '#contracts/query.ts'
import { useNotLive } from '#engine/data/not-live.ts'
import { useRestoreVersion } from '#engine/data/use-restore-version.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { formatDateTime } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { SelectField, type SelectOption } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { ownFields } from '../field/own-fields.ts'
import { useRecordFields } from '../record/use-record-fields.ts'
import { changedKeys } from './compare-versions.ts'
import { eventWords, leavesVersion } from './event-words.ts'
import { nowVersion, useVersion } from './use-version.ts'
import { VersionTable } from './version-table.tsx'
import styles from './versions.module.css'

interface VersionsDialogProps {
  model: ModelDescription
  id: string
  /** The events that can be chosen from, newest first. */
  events: readonly EventView[]
  first: { left: string; right: string | null }
  onClose: () => void
}

interface Asked {
  /** What the fields that would change are called. */
  labels: string[]
  /** The values they had. */
  base: Record<string, Json>
}

/** A record as it was, alone or beside another version, and the way back to it. */
export function VersionsDialog({ model, id, events, first, onClose }: VersionsDialogProps) {
  const t = useTranslate()
  const region = useRegion()
  const restoreVersion = useRestoreVersion()
  const copy = useNotLive().active
  const [left, setLeft] = useState(first.left)
  const [right, setRight] = useState(first.right)
  // What the person is asked about stays as they saw it, whatever comes in meanwhile.
  const [asked, setAsked] = useState<Asked | null>(null)
  const [working, setWorking] = useState(false)
  const one = useVersion(model.key, id, left)
  const other = useVersion(model.key, id, right)
  const now = useVersion(model.key, id, nowVersion)
  const fields = ownFields(model, useRecordFields(model, now.row ?? one.row))
  const versions = events.filter(leavesVersion).map((event): SelectOption => ({
    value: event.id,
    label: `${formatDateTime(event.at, region)} · ${eventWords(event, t)}`,
  }))
  const choices = [{ value: nowVersion, label: t('As it is now') }, ...versions]
  const when = (version: string): string =>
    choices.find(({ value }) => value === version)?.label ?? t('As it is now')
  const error = one.error ?? (right === null ? null : other.error)

  // What would be written: fields this person may write, that are not worked out.
  const differing = one.row && now.row ? changedKeys(fields, one.row, now.row) : new Set<string>()
  const open = fields.filter(({ key, read_only, computed }) => differing.has(key) && !read_only && !computed)
  const mayRestore = model.can.update && left !== nowVersion && open.length > 0 && !copy

  const askAbout = (row: Row): void =>
    setAsked({
      labels: open.map(({ label }) => label),
      base: Object.fromEntries(open.map(({ key }) => [key, (row[key] ?? null) as Json])),
    })
  const restore = async (base: Asked['base']): Promise<void> => {
    setWorking(true)
    const done = await restoreVersion({ model: model.key, id, event: left, base })
    setWorking(false)
    if (done) onClose()
  }
  return (
    <>
      <Dialog
        open
        onOpenChange={(next) => next || onClose()}
        size="large"
        title={right === null ? t('As it was then') : t('Two versions')}
        description={t('Links are called what they are called now.')}
        footer={
          <>
            <Button onClick={onClose}>{t('Close')}</Button>
            {model.can.update && (
              <Button
                variant="primary"
                icon="history"
                disabled={!mayRestore}
                loading={working}
                onClick={() => now.row && askAbout(now.row)}
              >
                {t('Restore version')}
              </Button>
            )}
          </>
        }
      >
        <div className={styles.choices}>
          <SelectField label={t('Version')} value={left} onChange={setLeft} options={choices} />
          <SelectField
            label={t('Compare with')}
            value={right ?? ''}
            placeholder={t('Nothing')}
            onChange={(next) => setRight(next === '' ? null : next)}
            options={choices.filter(({ value }) => value !== left)}
          />
        </div>
        {error ? (
          <ErrorState
            compact
            title={t('This version could not be read')}
            onRetry={one.error ? one.refetch : other.refetch}
            requestId={error.requestId ?? undefined}
          >
            {t(error.message)}
          </ErrorState>
        ) : !one.row || (right !== null && !other.row) ? (
          <Skeleton lines={8} />
        ) : (
          <VersionTable
            fields={fields}
            left={{ name: when(left), row: one.row }}
            right={right === null || !other.row ? null : { name: when(right), row: other.row }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(next) => next || setAsked(null)}
        title={t('Restore this version?')}
        text={t(
          'These fields take the values of {{when}}. It is a change like any other: it can be undone.',
          {
            when: when(left),
          },
        )}
        consequences={(asked?.labels ?? []).map((label) => ({ label }))}
        confirmLabel={t('Restore this version')}
        tone="primary"
        // The question goes; where somebody else was faster, the choice between the values comes in its place.
        onConfirm={() => {
          if (asked) void restore(asked.base)
        }}
      />
    </>
  )
}
