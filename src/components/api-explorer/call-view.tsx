import { useState } from 'react'
import { useTranslate, type Translate } from '#ui/translate.ts'
import styles from './api-explorer.module.css'
import { CodeSamples } from './code-samples.tsx'
import type { ApiCall, ApiDescription } from './read-document.ts'
import { SchemaView } from './schema-view.tsx'
import { TryOut } from './try-out.tsx'
import type { Filled } from './write-samples.ts'

/** One call: what it takes, what it answers, code for it, and a way to try it. */
export function CallView({ call, api }: { call: ApiCall; api: ApiDescription }) {
  const t = useTranslate()
  const [filled, setFilled] = useState<Filled>(() => ({
    values: {},
    body: call.body?.example === undefined ? '' : JSON.stringify(call.body.example, null, 2),
  }))
  const { schemas } = api
  return (
    <article className={styles.view} aria-label={saidOf(call.summary, t)}>
      <header>
        <h2 className={styles.title}>{saidOf(call.summary, t)}</h2>
        <p className={styles.path}>
          <span className={styles.method} data-method={call.method}>
            {call.method}
          </span>{' '}
          <code>{call.path}</code>
        </p>
        {call.description && <p className={styles.quiet}>{t(call.description)}</p>}
      </header>
      <section className={styles.pair}>
        <div className={styles.half}>
          {call.parameters.length > 0 && (
            <>
              <h3>{t('Parameters')}</h3>
              <ul className={styles.properties}>
                {call.parameters.map((parameter) => (
                  <li key={`${parameter.place} ${parameter.name}`}>
                    <code className={styles.key}>{parameter.name}</code>{' '}
                    <span className={styles.quiet}>
                      {parameter.place === 'path'
                        ? t('in the path')
                        : parameter.place === 'header'
                          ? t('header')
                          : t('in the address')}
                    </span>{' '}
                    {parameter.required && <span className={styles.mark}>{t('required')}</span>}
                    {parameter.description && (
                      <span className={styles.quiet}>{t(parameter.description)}</span>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
          {call.body && (
            <>
              <h3>{t('Request')}</h3>
              {call.body.schema ? (
                <SchemaView schema={call.body.schema} schemas={schemas} />
              ) : (
                <p className={styles.quiet}>{t('A file')}</p>
              )}
            </>
          )}
          <h3>{t('Answers')}</h3>
          {call.answers.map(({ status, description, schema }) => (
            <details key={status} className={styles.answer} open={status.startsWith('2')}>
              <summary>
                <code className={styles.key}>{status}</code>{' '}
                <span className={styles.quiet}>{t(description)}</span>
              </summary>
              {schema && <SchemaView schema={schema} schemas={schemas} />}
            </details>
          ))}
        </div>
        <div className={styles.half}>
          <TryOut call={call} filled={filled} onFilled={setFilled} />
          <CodeSamples call={call} filled={filled} url={api.url} />
        </div>
      </section>
    </article>
  )
}

/** “List: Suppliers”: what it does in the reader's language, the name of the model as the workspace wrote it. */
function saidOf(summary: string, t: Translate): string {
  const [act = '', ...model] = summary.split(': ')
  return [t(act), ...model].join(': ')
}
