package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
)

// Tree keeps the page as a screen reader has it, a line for each thing that is said, where TILEWATCH_LOOK names a folder, for people to read.
func (b *Browser) Tree(name string) {
	b.T.Helper()
	dir := os.Getenv("TILEWATCH_LOOK")
	if dir == "" {
		return
	}
	tree, err := chromedp.Call(b.Ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		b.T.Fatal(err)
	}
	var text strings.Builder
	nodes := map[accessibility.NodeID]*accessibility.Node{}
	for _, node := range tree.Nodes {
		nodes[node.NodeID] = node
	}
	tell(&text, nodes, tree.Nodes[0], 0)
	if err := os.WriteFile(filepath.Join(dir, name+".txt"), []byte(text.String()), 0o644); err != nil {
		b.T.Fatal(err)
	}
}

// tell writes a node and what is in it, in the order in which it is read.
func tell(to *strings.Builder, nodes map[accessibility.NodeID]*accessibility.Node, node *accessibility.Node, depth int) {
	if role := said(node.Role); !node.Ignored && role != "InlineTextBox" && role != "none" && role != "generic" {
		fmt.Fprintf(to, "%s%s %s\n", strings.Repeat("  ", depth), role, said(node.Name))
		depth++
	}
	for _, id := range node.ChildIDs {
		if child := nodes[id]; child != nil {
			tell(to, nodes, child, depth)
		}
	}
}

func said(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	return strings.Trim(string(v.Value), `"`)
}
