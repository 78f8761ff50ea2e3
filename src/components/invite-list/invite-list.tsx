import { useRef, useState } from 'react'
import type { InviteLine } from '#contracts/invite.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { inviteList } from './invite-list.definition.ts'
import { InviteLines } from './invite-lines.tsx'
import styles from './invite-list.module.css'

/** Invites everybody of a list: first what the server understood of each line, then the sending. */
export function InviteList({ emit }: ViewProps<typeof inviteList>) {
  const t = useTranslate()
  const api = useApi()
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [lines, setLines] = useState<readonly InviteLine[] | null>(null)
  const [busy, setBusy] = useState(false)
  const good = lines?.filter(({ problem }) => problem === null).length ?? 0
  const change = (next: string): void => {
    setText(next)
    setLines(null)
  }
  const ask = async (send: boolean): Promise<void> => {
    setBusy(true)
    try {
      const answer = await api.call('POST /api/invites/list', { body: { text, send } })
      setLines(answer.lines)
      if (!send) return
      toast.success(t('{{count}} invitations sent', { count: answer.sent }))
      await emit('sent', { count: answer.sent })
    } catch (error) {
      reportFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.list}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && text.trim() !== '') void ask(lines !== null)
      }}
    >
      <TextArea
        label={t('People')}
        help={t('One person a line: address, role. Paste it from a spreadsheet, or choose a CSV file.')}
        placeholder={'anna@example.com, member'}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={change}
      />
      <div>
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          hidden
          aria-label={t('CSV file')}
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            event.target.value = ''
            if (chosen) void chosen.text().then(change, reportFailure)
          }}
        />
        <Button icon="upload" onClick={() => file.current?.click()}>
          {t('Choose a CSV file')}
        </Button>
      </div>
      {lines && <InviteLines lines={lines} />}
      <div className={styles.actions}>
        {lines === null ? (
          <Button type="submit" variant="primary" loading={busy} disabled={text.trim() === ''}>
            {t('Check list')}
          </Button>
        ) : (
          <Button type="submit" variant="primary" loading={busy} disabled={good === 0}>
            {t('Send {{count}} invitations', { count: good })}
          </Button>
        )}
      </div>
    </form>
  )
}
