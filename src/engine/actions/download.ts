import { spoken, type Language } from '#contracts/language.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { currentRegion } from '#ui/region.ts'
import type { ActionHandler } from './action-run.ts'

/** Fetches a file of the API as this person and hands it to the browser to keep. */
export const download: ActionHandler<'download'> = async ({ url, name, with_language }, run) => {
  const path = run.resolveText(url)
  // The call carries the person's token, so it goes to our own API and nowhere else.
  if (!/^\/api\/[^\s\\\p{Cc}]*$/u.test(path)) {
    throw new ExpressionError('expression_type', 'Only files of this application can be downloaded.')
  }
  const asked = with_language ? `${path}${path.includes('?') ? '&' : '?'}language=${readerLanguage()}` : path
  const answer = await run.engine.api.fetch(`GET ${asked}`)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = name === undefined ? nameOf(answer, path) : run.resolveText(name)
  link.click()
  // The browser has taken the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const readerLanguage = (): Language => spoken(currentRegion().locale.slice(0, 2))

function nameOf(answer: Response, path: string): string {
  const disposition = answer.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? path.split(/[/?]/).findLast(Boolean) ?? 'download'
}
