import { useState } from 'react'
import { useAct } from '#engine/data/use-act.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { CopyButton } from '../copy/copy-button.tsx'
import styles from './workflow-designer.module.css'

interface MakeOnceProps {
  /** What the button says. */
  label: string
  /** Below the button. */
  hint: string
  /** Above what was made. */
  title: string
  disabled?: boolean
  /** Asked first, where making it ends one that is in use. */
  ask?: { title: string; text: string }
  make: () => Promise<string>
}

/** Makes an address or a secret of the workflow, which is shown this once. */
export function MakeOnce({ label, hint, title, disabled = false, ask, make }: MakeOnceProps) {
  const [made, setMade] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct(() => undefined)
  if (made !== null)
    return (
      <Notice tone="success" title={title} actions={<CopyButton text={made} />}>
        <code className={styles.address}>{made}</code>
      </Notice>
    )
  return (
    <div>
      <Button
        icon="key"
        loading={busy}
        disabled={disabled}
        onClick={() => (ask ? setAsking(true) : void act(async () => setMade(await make())))}
      >
        {label}
      </Button>
      <p className={styles.hint}>{hint}</p>
      {ask && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          {...ask}
          confirmLabel={label}
          onConfirm={async () => setMade(await make())}
        />
      )}
    </div>
  )
}
