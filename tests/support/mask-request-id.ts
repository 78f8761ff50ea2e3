/** An answer as text without the id of its request, which is another in each. */
export const maskRequestId = (text: string): string =>
  text.replaceAll(/"(requestId|request_id)":"[^"]*"/g, '"$1":"-"')
