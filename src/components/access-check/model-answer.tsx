import type { ModelExplanation } from '#contracts/access-explanation.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { whereWords } from '../filter-bar/where-words.ts'
import { verbTitle } from '../grant-matrix/role-parts.ts'
import styles from './access-check.module.css'
import { decisionWords } from './decision-words.ts'
import { Verdict } from './verdict.tsx'

interface ModelAnswerProps {
  model: ModelExplanation
  roleName: (key: string) => string
}

/** What may be done with the records of a model, which of them, and field by field, each with its rule. */
export function ModelAnswer({ model, roleName }: ModelAnswerProps) {
  const t = useTranslate()
  const region = useRegion()
  const description = useModel(model.key)
  const fields = new Map(description.data?.fields.map((field) => [field.key, field]))
  const [yes, no] = [t('Yes'), t('No')]
  return (
    <>
      <section className={styles.scroll} aria-label={t('Rights to the records')} tabIndex={0}>
        <table className={styles.table}>
          <caption className={styles.caption}>{description.data?.label ?? model.label}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Right')}</th>
              <th scope="col">{t('Given')}</th>
              <th scope="col">{t('Why')}</th>
            </tr>
          </thead>
          <tbody>
            {model.verbs.map((verb) => (
              <tr key={verb.verb}>
                <th scope="row">{t(verbTitle(verb.verb))}</th>
                <td>
                  <Verdict allowed={verb.allowed} yes={yes} no={no} />
                </td>
                <td className={styles.why}>{decisionWords(verb, t, roleName)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{t('Which records')}</th>
              <td colSpan={2}>
                {model.rows.where
                  ? t('Only those where {{condition}}.', {
                      condition: whereWords(model.rows.where, fields, region),
                    })
                  : t('All records')}
              </td>
            </tr>
          </tbody>
        </table>
      </section>
      <section className={styles.scroll} aria-label={t('Rights to the fields')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col">{t('Reads')}</th>
              <th scope="col">{t('Writes')}</th>
            </tr>
          </thead>
          <tbody>
            {model.fields.map((field) => (
              <tr key={field.key}>
                <th scope="row">{fields.get(field.key)?.label ?? field.label}</th>
                {[field.read, field.write].map((decision, at) => (
                  <td key={at}>
                    <span className={styles.decision}>
                      <Verdict allowed={decision.allowed} yes={yes} no={no} quiet />
                      <span className={styles.why}>{decisionWords(decision, t, roleName)}</span>
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
