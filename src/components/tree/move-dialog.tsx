import { Suspense, useState } from 'react'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row, Where } from '#contracts/query.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { fieldViewOf } from '../field/field-views.ts'

interface MoveDialogProps {
  /** At least one. */
  rows: readonly Row[]
  parent: FieldDescription
  /** Which records the tree holds: nothing is moved out of it. */
  where: Where | null | undefined
  /** The name of the one, if there is only one. */
  title: string
  onMove: (above: string | null) => Promise<void>
  onClose: () => void
}

/** Where records of the tree should stand, for those who do not drag. */
export function MoveDialog({ rows, parent, where, title, onMove, onClose }: MoveDialogProps) {
  const t = useTranslate()
  const [above, setAbove] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  const { input: Input } = fieldViewOf('relation')
  const move = async (): Promise<void> => {
    setWorking(true)
    try {
      await onMove(above)
      onClose()
    } catch {
      // The write has said what is wrong; the dialog stays for another choice.
      setWorking(false)
    }
  }
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => open || onClose()}
      title={
        rows.length === 1
          ? t('Move “{{name}}”', { name: title })
          : t('Move {{count}} records', { count: rows.length })
      }
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            loading={working}
            disabled={rows.some((row) => row['id'] === above)}
            onClick={() => void move()}
          >
            {t('Move')}
          </Button>
        </>
      }
    >
      <Suspense fallback={<Skeleton height={56} />}>
        <Input
          field={parent}
          offer={{ where }}
          label={t('Under')}
          help={t('Empty: at the top level.')}
          value={above}
          onChange={(next: unknown) => setAbove(typeof next === 'string' ? next : null)}
        />
      </Suspense>
    </Dialog>
  )
}
