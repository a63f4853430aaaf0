/** Awaits a load; a failure is written to the console once, with what was asked for, and thrown on. */
export async function logFailure<T>(message: string, what: string, loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    console.error(message, what, error);
    throw error;
  }
}
