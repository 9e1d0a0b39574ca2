/** Keeps the reader's choice of a tab: all tabs with the same titles show it, on this page and on the next ones. */
import { nextTick } from 'vue';
import { onContentUpdated } from 'vitepress';

const groups = '.vp-code-group';

/** For the `setup` of the layout. */
export function keepChosenTabs(): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('click', ({ target, isTrusted }) => {
    if (!isTrusted || !(target instanceof HTMLInputElement)) return;
    const group = target.closest<HTMLElement>(groups);
    const title = target.labels?.[0]?.dataset['title'];
    if (group === null || title === undefined) return;
    write(titlesOf(group), title);
    const previousTop = group.getBoundingClientRect().top;
    showChosenTabs();
    // Tabs above have changed their height, so the page moves below the reader.
    window.scrollBy({ top: group.getBoundingClientRect().top - previousTop, behavior: 'instant' });
  });
  onContentUpdated(() => void nextTick(showChosenTabs));
}

function showChosenTabs(): void {
  for (const group of document.querySelectorAll<HTMLElement>(groups)) {
    const chosenTitle = read(titlesOf(group));
    const inputs = Array.from(group.querySelectorAll<HTMLInputElement>('.tabs input'));
    const index = inputs.findIndex(({ labels }) => labels?.[0]?.dataset['title'] === chosenTitle);
    const input = inputs[index];
    if (input === undefined) continue;
    input.checked = true;
    for (const [position, block] of Array.from(
      group.querySelector('.blocks')?.children ?? [],
    ).entries()) {
      block.classList.toggle('active', position === index);
    }
  }
}

/** The name of a choice: all titles among which the reader chooses. */
function titlesOf(group: HTMLElement): string {
  const labels = Array.from(group.querySelectorAll<HTMLElement>('.tabs label'));
  return `tabs: ${labels.map(({ dataset }) => dataset['title']).join(', ')}`;
}

/** A browser may refuse its storage. */
function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, title: string): void {
  try {
    localStorage.setItem(name, title);
  } catch {
    // The choice holds for this group alone.
  }
}
