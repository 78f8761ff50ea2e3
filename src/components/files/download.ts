import type { ApiClient, ApiRequest } from '#engine/data/api-client.ts'

/** Fetches with the session's permission and hands the answer to the browser as a file. Rejects with `ApiError`. */
export async function download(
  api: ApiClient,
  name: string,
  input: ApiRequest,
  fileName: string,
): Promise<void> {
  const answer = await api.fetch(name, input)
  saveBytes(await answer.blob(), fileName)
}

/** Hands bytes to the browser as a file. */
export function saveBytes(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken the bytes once it has begun; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
