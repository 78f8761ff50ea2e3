import { useState } from 'react'
import { tryCall, type Tried } from '#engine/data/try-call.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './api-explorer.module.css'
import type { ApiCall, CallParameter } from './read-document.ts'
import { addressOf, headersOf, type Filled } from './write-samples.ts'

interface TryOutProps {
  call: ApiCall
  filled: Filled
  onFilled: (filled: Filled) => void
}

/** Sends the call for real, as the person who is signed in or with a token, and shows what came back. */
export function TryOut({ call, filled, onFilled }: TryOutProps) {
  const t = useTranslate()
  const api = useApi()
  const [token, setToken] = useState('')
  const [sending, setSending] = useState(false)
  const [tried, setTried] = useState<Tried | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const missing = call.parameters.find(({ name, required }) => required && !filled.values[name])
  const writes = call.method !== 'GET'

  const send = async (): Promise<void> => {
    setProblem(null)
    if (missing) return setProblem(t('Fill in {{name}}.', { name: missing.name }))
    const body = filled.body.trim()
    if (call.body && body !== '' && !isJson(body)) return setProblem(t('The body is no JSON.'))
    setSending(true)
    setTried(
      await tryCall(api, {
        method: call.method,
        address: addressOf(call, filled),
        headers: headersOf(call, filled),
        body: call.body && body !== '' ? body : null,
        token: token.trim() === '' ? null : token.trim(),
      }),
    )
    setSending(false)
  }
  const field = ({ name, place, required, json, example }: CallParameter) => (
    <TextField
      key={`${place} ${name}`}
      label={name}
      required={required}
      value={filled.values[name] ?? ''}
      placeholder={json && example !== undefined ? JSON.stringify(example) : ''}
      spellCheck={false}
      onChange={(value) => onFilled({ ...filled, values: { ...filled.values, [name]: value } })}
    />
  )
  const isFirst = ({ required, json }: CallParameter): boolean => required || json
  const first = call.parameters.filter(isFirst)
  const others = call.parameters.filter((parameter) => !isFirst(parameter))
  if (call.body?.schema === null)
    return <p className={styles.quiet}>{t('Files are not sent from here: use the code below.')}</p>
  return (
    <section className={styles.try} aria-label={t('Try it')}>
      <h3>{t('Try it')}</h3>
      {first.map(field)}
      {others.length > 0 && (
        <details>
          <summary className={styles.quiet}>{t('More parameters')}</summary>
          <div className={styles.more}>{others.map(field)}</div>
        </details>
      )}
      {call.body && (
        <TextArea
          label={t('Body')}
          rows={6}
          spellCheck={false}
          value={filled.body}
          onChange={(body) => onFilled({ ...filled, body })}
        />
      )}
      <TextField
        label={t('API token')}
        help={t('Left empty: you, as you are signed in.')}
        type="password"
        autoComplete="off"
        value={token}
        onChange={setToken}
      />
      {problem && <Notice tone="danger" title={problem} />}
      <div className={styles.send}>
        <Button
          variant={writes ? 'danger' : 'primary'}
          icon="play"
          loading={sending}
          onClick={() => void send()}
        >
          {t('Send')}
        </Button>
        {writes && <span className={styles.quiet}>{t('This changes real data.')}</span>}
      </div>
      {tried && <TriedView tried={tried} />}
    </section>
  )
}

function TriedView({ tried }: { tried: Tried }) {
  const t = useTranslate()
  const good = tried.status >= 200 && tried.status < 300
  return (
    <div className={styles.result} aria-live="polite">
      <p>
        <Badge tone={good ? 'success' : 'danger'}>
          {tried.status === 0 ? t('No answer') : String(tried.status)}
        </Badge>{' '}
        <span className={styles.quiet}>{t('{{number}} ms', { number: Math.round(tried.ms) })}</span>
      </p>
      {tried.text !== '' && (
        <pre tabIndex={0} aria-label={t('Answer')}>
          {tried.text}
        </pre>
      )}
    </div>
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
