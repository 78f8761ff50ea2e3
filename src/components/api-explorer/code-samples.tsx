import { useState } from 'react'
import { Tabs } from '#ui/tabs.tsx'
import { useTranslate } from '#ui/translate.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import styles from './api-explorer.module.css'
import type { ApiCall } from './read-document.ts'
import { clientSample, curlSample, fetchSample, type Filled } from './write-samples.ts'

interface CodeSamplesProps {
  call: ApiCall
  filled: Filled
  url: string
}

/** The call as it is filled in, as code to copy. */
export function CodeSamples({ call, filled, url }: CodeSamplesProps) {
  const t = useTranslate()
  const [wanted, setWanted] = useState('curl')
  const client = clientSample(call, filled, url)
  const kind = wanted === 'client' && client === null ? 'curl' : wanted
  const code =
    kind === 'client' && client !== null
      ? client
      : kind === 'fetch'
        ? fetchSample(call, filled, url)
        : curlSample(call, filled, url)
  return (
    <section className={styles.samples} aria-label={t('Code')}>
      <Tabs
        label={t('Code')}
        value={kind}
        onChange={setWanted}
        items={[
          { id: 'curl', label: 'curl' },
          { id: 'fetch', label: 'fetch' },
          ...(client === null ? [] : [{ id: 'client', label: t('Typed client') }]),
        ]}
      >
        <div className={styles.code}>
          <pre tabIndex={0}>{code}</pre>
          <CopyButton text={code} />
        </div>
      </Tabs>
    </section>
  )
}
