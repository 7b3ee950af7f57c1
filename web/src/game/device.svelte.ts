/** The phone itself: sleep, wake, network, nickname. */

export function remembered(key: string): string {
  try {
    return localStorage.getItem(`nightmoot.${key}`) ?? '';
  } catch {
    return '';
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`nightmoot.${key}`, value);
  } catch {
    // private windows may refuse; nothing depends on it
  }
}

class Device {
  hidden = $state(typeof document !== 'undefined' && document.visibilityState === 'hidden');
  awake = $state(false);
  readonly secure = typeof isSecureContext === 'undefined' ? true : isSecureContext;
}

export const device = new Device();

let lock: WakeLockSentinel | null = null;

async function keepAwake(): Promise<void> {
  if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
  try {
    lock = await navigator.wakeLock.request('screen');
    device.awake = true;
    lock.addEventListener('release', () => {
      device.awake = false;
    });
  } catch {
    device.awake = false;
  }
}

/** Keeps the screen on while a room is open and tells when the page comes back. */
export function attend(returned: () => void): () => void {
  const seen = (): void => {
    device.hidden = document.visibilityState === 'hidden';
    if (device.hidden) return;
    void keepAwake();
    returned();
  };
  document.addEventListener('visibilitychange', seen);
  addEventListener('online', returned);
  addEventListener('pageshow', shown);
  function shown(event: PageTransitionEvent): void {
    if (event.persisted) returned();
  }
  void keepAwake();
  return () => {
    document.removeEventListener('visibilitychange', seen);
    removeEventListener('online', returned);
    removeEventListener('pageshow', shown);
    void lock?.release();
    lock = null;
  };
}
