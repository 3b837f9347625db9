import { chakra, Flex } from '@chakra-ui/react';
import { images } from '@headland/contracts/file';
import type { MessageKey } from '@headland/i18n/catalogue';
import { type Editor, useEditorState } from '@tiptap/react';
import { Bold, Heading2, Heading3, ImagePlus, Link2, List, ListOrdered, Redo2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { Button } from '../button';
import { boxCss } from '../field-frame';
import { Tooltip } from '../tooltip';

interface Props {
  editor: Editor;
  onBusy?: ((busy: boolean) => void) | undefined;
}

/** The buttons of the editor; one stop for the Tab key, arrows move between them. */
export function EditorToolbar({ editor, onBusy }: Props) {
  const { t, problemLine } = useI18n();
  const [linking, setLinking] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const on = useEditorState({
    editor,
    selector: ({ editor: e }) => ({
      heading2: e.isActive('heading', { level: 2 }),
      heading3: e.isActive('heading', { level: 3 }),
      bold: e.isActive('bold'),
      bulletList: e.isActive('bulletList'),
      orderedList: e.isActive('orderedList'),
      link: e.isActive('link'),
      undo: e.can().undo(),
      redo: e.can().redo(),
    }),
  });
  const insert = async (file: File): Promise<void> => {
    setRefused(null);
    onBusy?.(true);
    try {
      const { id } = await call(images.upload, { file });
      editor
        .chain()
        .focus()
        .insertContent([{ type: 'picture', attrs: { src: `/api/app/images/${id}`, alt: '' } }, { type: 'paragraph' }])
        .run();
    } catch (error) {
      setRefused(error instanceof Problem ? error : new Problem('INTERNAL'));
    } finally {
      onBusy?.(false);
    }
  };
  const chain = () => editor.chain().focus();
  return (
    <chakra.div borderBottom="1px solid" borderColor="line">
      <Flex role="toolbar" aria-label={t('editor.toolbar')} gap="0.5" p="1" wrap="wrap" onKeyDown={moveFocus}>
        <Tool
          first
          name="editor.heading2"
          on={on.heading2}
          icon={<Heading2 size={16} />}
          onClick={() => chain().toggleHeading({ level: 2 }).run()}
        />
        <Tool
          name="editor.heading3"
          on={on.heading3}
          icon={<Heading3 size={16} />}
          onClick={() => chain().toggleHeading({ level: 3 }).run()}
        />
        <Tool name="editor.bold" on={on.bold} icon={<Bold size={16} />} onClick={() => chain().toggleBold().run()} />
        <Tool
          name="editor.bulletList"
          on={on.bulletList}
          icon={<List size={16} />}
          onClick={() => chain().toggleBulletList().run()}
        />
        <Tool
          name="editor.orderedList"
          on={on.orderedList}
          icon={<ListOrdered size={16} />}
          onClick={() => chain().toggleOrderedList().run()}
        />
        <Tool name="editor.link" on={on.link} icon={<Link2 size={16} />} onClick={() => setLinking(!linking)} />
        <ImageTool onFile={(file) => void insert(file)} />
        <Tool name="editor.undo" icon={<Undo2 size={16} />} disabled={!on.undo} onClick={() => chain().undo().run()} />
        <Tool name="editor.redo" icon={<Redo2 size={16} />} disabled={!on.redo} onClick={() => chain().redo().run()} />
      </Flex>
      {linking && <LinkForm editor={editor} onDone={() => setLinking(false)} />}
      {refused && (
        <chakra.p role="alert" px="3" pb="2" textStyle="small" color="now.ink">
          {problemLine(refused)}
        </chakra.p>
      )}
    </chakra.div>
  );
}

interface ToolProps {
  name: MessageKey;
  icon: ReactNode;
  onClick: () => void;
  on?: boolean;
  disabled?: boolean;
  /** the one that Tab comes to */
  first?: boolean;
}
function Tool({ name, icon, onClick, on, disabled = false, first = false }: ToolProps) {
  const { t } = useI18n();
  return (
    <Tooltip text={t(name)}>
      <Button
        kind="quiet"
        aria-label={t(name)}
        {...(on === undefined ? {} : { 'aria-pressed': on })}
        disabled={disabled}
        tabIndex={first ? 0 : -1}
        w="8"
        px="0"
        {...(on ? { bg: 'accentSoft', color: 'accent' } : {})}
        // the text keeps its selection
        onMouseDown={(e) => e.preventDefault()}
        onClick={onClick}
      >
        {icon}
      </Button>
    </Tooltip>
  );
}

function ImageTool({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useI18n();
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  return (
    <>
      <Tool name="editor.image" icon={<ImagePlus size={16} />} onClick={() => input?.click()} />
      <input
        ref={setInput}
        type="file"
        hidden
        aria-label={t('editor.image')}
        accept={images.upload.file.accept}
        onChange={(e) => {
          const [file] = e.target.files ?? [];
          if (file) onFile(file);
          e.target.value = '';
        }}
      />
    </>
  );
}

/** The address of a link; an empty one takes the link away. It is no form of its own: it stands inside one. */
function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useI18n();
  const [href, setHref] = useState(String(editor.getAttributes('link').href ?? 'https://'));
  const [bad, setBad] = useState(false);
  const done = (): void => {
    onDone();
    editor.commands.focus();
  };
  const remove = (): void => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    done();
  };
  const apply = (): void => {
    const address = href.trim();
    if (address === '' || address === 'https://') return remove();
    if (!/^https:\/\/[^\s]+$/u.test(address)) return setBad(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] }).run();
    else chain.setLink({ href: address }).run();
    done();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else done();
  };
  return (
    <Flex gap="2" px="2" pb="2" align="center" wrap="wrap">
      <chakra.input
        css={boxCss(bad)}
        autoFocus
        flex="1"
        minW="200px"
        h="8"
        px="2"
        textStyle="dense"
        aria-label={t('editor.linkAddress')}
        aria-invalid={bad || undefined}
        value={href}
        onChange={(e) => setHref(e.target.value)}
        onKeyDown={key}
      />
      <Button onClick={apply}>{t('editor.linkSet')}</Button>
      <Button kind="quiet" onClick={remove}>
        {t('editor.linkRemove')}
      </Button>
      {bad && (
        <chakra.span role="alert" textStyle="small" color="now.ink">
          {t('field.https')}
        </chakra.span>
      )}
    </Flex>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}
