import { chakra, Flex, Popover, Portal } from '@chakra-ui/react';
import { ChevronDown, Search } from 'lucide-react';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { useT } from '../lib/i18n';
import { Control, type FieldProps, Frame } from './field-frame';
import { Tree, type TreeProps } from './tree';
import { fits, rowsOf, shapeOf, type TreeNode } from './tree-shape';

type FromTree<N extends TreeNode> = Pick<TreeProps<N>, 'nodes' | 'note' | 'forbidden'>;

/** A field whose value is the id of a node, chosen from a tree that can be searched: an organisation. */
export function TreeSelect<N extends TreeNode>({
  nodes,
  note,
  forbidden,
  placeholder,
  ...field
}: FieldProps & FromTree<N> & { placeholder?: string }) {
  const t = useT();
  const chosen = nodes.find((n) => String(n.id) === field.value);
  return (
    <Frame {...field} choice>
      {(a11y) => (
        <Control large={field.large} bad={field.error !== undefined} disabled={field.disabled}>
          <TreePicker
            label={field.label}
            nodes={nodes}
            {...(note ? { note } : {})}
            {...(forbidden ? { forbidden } : {})}
            selectedId={chosen?.id ?? null}
            onSelect={(node) => field.onChange(String(node.id))}
            triggerId={a11y.id}
            trigger={
              // its name is the label and what is chosen: a button's own text alone would be read without the label
              <chakra.button
                {...a11y}
                type="button"
                aria-labelledby={`${a11y['aria-labelledby']} ${a11y.id}-value`}
                aria-required={undefined}
                name={field.name}
                disabled={field.disabled}
                onBlur={field.onBlur}
                display="flex"
                alignItems="center"
                gap="1.5"
                flex="1"
                minW="0"
                h="full"
                pl="2.5"
                textAlign="left"
                outline="0"
              >
                <chakra.span id={`${a11y.id}-value`} flex="1" minW="0" truncate color={chosen ? 'inherit' : 'ink3'}>
                  {chosen?.label ?? placeholder ?? t('common.choose')}
                </chakra.span>
                <ChevronDown size={13} aria-hidden />
              </chakra.button>
            }
          />
        </Control>
      )}
    </Frame>
  );
}

interface PickerProps<N extends TreeNode> extends FromTree<N> {
  label: string;
  selectedId: number | null;
  onSelect: (node: N) => void;
  trigger: ReactElement;
  /** the trigger's own id, where a label points to it */
  triggerId?: string;
  /** below the tree: "all organisations" */
  foot?: (close: () => void) => ReactNode;
}
/** The tree under a button, with its search; Enter in the search selects the only result. */
export function TreePicker<N extends TreeNode>({
  label,
  nodes,
  selectedId,
  onSelect,
  trigger,
  triggerId,
  foot,
  ...tree
}: PickerProps<N>) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [find, setFind] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const close = (): void => setOpen(false);
  const choose = (node: N): void => {
    onSelect(node);
    close();
  };
  const wanted = find.trim();
  const hint = t(nodes.some((n) => n.keywords) ? 'tree.find' : 'tree.findName');
  const none = open && rowsOf(shapeOf(nodes), new Set(), wanted).length === 0;
  return (
    <Popover.Root
      open={open}
      {...(triggerId === undefined ? {} : { ids: { trigger: triggerId } })}
      onOpenChange={(e) => {
        setOpen(e.open);
        setFind('');
      }}
      positioning={{ placement: 'bottom-start', gutter: 4 }}
      initialFocusEl={() => input.current}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Portal>
        {/* above a dialog, since it may have been opened from one */}
        <Popover.Positioner zIndex="toast">
          <Popover.Content
            aria-label={label}
            w="min(400px, calc(100vw - 32px))"
            maxH="min(420px, 70vh)"
            display="flex"
            flexDirection="column"
            bg="raised"
            color="ink"
            borderRadius="card"
            boxShadow="high"
            outline="0"
            overflow="hidden"
            zIndex="toast"
            onKeyDown={(e) => {
              // it ends a syllable of a Korean name
              if (e.key !== 'Escape' || e.nativeEvent.isComposing) return;
              // only this closes, not the panel under it
              e.preventDefault();
              e.stopPropagation();
              close();
            }}
          >
            <Flex
              align="center"
              gap="2"
              px="3"
              h="10"
              flexShrink={0}
              borderBottom="1px solid"
              borderColor="line"
              color="ink3"
            >
              <Search size={14} aria-hidden />
              <chakra.input
                ref={input}
                flex="1"
                minW="0"
                h="full"
                border="0"
                outline="0"
                bg="transparent"
                color="ink"
                textStyle="dense"
                aria-label={hint}
                placeholder={hint}
                maxLength={40}
                value={find}
                onChange={(e) => setFind(e.target.value)}
                onKeyDown={(e) => {
                  // it ends a syllable of a Korean name
                  if (e.nativeEvent.isComposing) return;
                  if (e.key === 'ArrowDown')
                    body.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus();
                  else if (e.key === 'Enter') {
                    const hits = nodes.filter((n) => wanted !== '' && !tree.forbidden?.has(n.id) && fits(n, wanted));
                    if (hits.length === 1 && hits[0]) choose(hits[0]);
                  } else return;
                  e.preventDefault();
                }}
              />
            </Flex>
            <chakra.div ref={body} flex="1" minH="0" overflowY="auto">
              {none ? (
                <chakra.p p="4" textStyle="dense" color="ink3" textAlign="center">
                  {t('tree.none')}
                </chakra.p>
              ) : (
                <Tree label={label} nodes={nodes} selectedId={selectedId} onSelect={choose} find={wanted} {...tree} />
              )}
            </chakra.div>
            {foot && (
              <Flex flexShrink={0} px="2" py="1.5" borderTop="1px solid" borderColor="line">
                {foot(close)}
              </Flex>
            )}
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
