import { useState, type ComponentType } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ConditionValueProps } from './condition-value.tsx'
import { fromDraft, toDraft } from './group-draft.ts'
import { GroupEditor } from './group-editor.tsx'

interface GroupDialogProps {
  model: ModelDescription
  value: Where | null
  onTake: (where: Where | null) => void
  onClose: () => void
  /** What taking them means here; "Show records" otherwise. */
  words?: { description: string; take: string }
  /** A rule about who may see what: values may be the person who asks, their record, and days from today. */
  rule?: boolean
  /** How a value is asked for, where it may be more than a fixed one. */
  valuePart?: ComponentType<ConditionValueProps>
}

/** Conditions joined with "and" and "or", as deep as needed. Conditions without a value are left out. */
export function GroupDialog({ model, value, onTake, onClose, words, rule, valuePart }: GroupDialogProps) {
  const t = useTranslate()
  const [draft, setDraft] = useState(() => toDraft(value, model.fields))
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => open || onClose()}
      title={t('Conditions')}
      description={words?.description ?? t('Only records that meet these are shown.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" onClick={() => onTake(fromDraft(draft))}>
            {words?.take ?? t('Show records')}
          </Button>
        </>
      }
    >
      <GroupEditor
        model={model}
        group={draft}
        depth={0}
        rule={rule}
        valuePart={valuePart}
        onChange={setDraft}
      />
    </Dialog>
  )
}
